"""WB-95 at the table: cards, clicks, panels, overlays, drawing and telling. [16.1]"""
