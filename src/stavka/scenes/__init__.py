"""Everything that a front end draws, from what a seat may see: boards, scenes, sentences, answers, guides."""
