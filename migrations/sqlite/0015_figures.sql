-- How many hands somebody has played and what they came to is in `days_of_players`: it is added up when it is asked for.

delete from figures where figure in ('hands', 'net');
