"""OCS, the Operational Combat Series, v4.1a."""
