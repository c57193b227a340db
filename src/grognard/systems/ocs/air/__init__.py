"""Air power: bases, missions in six steps, air combat, flak, and what aircraft do. [14.0]

One module a section of the chapter.
"""
