"""Logistics: trucks, ammunition and fuel. [16.0]"""
