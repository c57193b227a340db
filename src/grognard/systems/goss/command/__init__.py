"""Command: zones of operation, attachment, battle groups, command status. [9.0]"""
