"""The staff at an OCS table: supply first, then everything else."""
