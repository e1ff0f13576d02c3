"""The pad of home bridge, above and below the line: what rubber bridge and Chicago share."""
