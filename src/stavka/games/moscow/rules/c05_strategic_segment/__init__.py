"""Roads to Moscow, chapter 5: Strategic Segment."""
