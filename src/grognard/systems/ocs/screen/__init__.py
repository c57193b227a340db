"""OCS at a screen: what a person sees of it, and what he can point at."""
