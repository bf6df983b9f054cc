"""Yaku, by what they look at.

- `circumstance`: how the win came about;
- `tiles`: what the hand is made of, the same for every reading;
- `groups`: the reading;
- `flush`: closed patterns of a single suit;
- `pairs`: hands that are not four groups and a pair;
- `local`: yaku of rooms that ask for them.

Each yaku is a `Pattern`: a name and a function from facts to its worth. The lists are put
together from the rules once (a yaku that is off is not in the list), and as the facts are few
small numbers, what a list says of them is kept in a `PatternTable` (`pattern`).
"""
