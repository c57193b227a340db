"""OCS at the table: what a person sees of it, and what he can point at."""
