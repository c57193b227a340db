"""What proves OCS: positions and scenes made by chance, twins, and laws of its own."""
