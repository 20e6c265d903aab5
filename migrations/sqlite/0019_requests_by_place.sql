-- Requests that were done lie in the order in which they came, so the oldest are the first ones: no index by age is needed to forget them.

drop index done_requests_by_age;
