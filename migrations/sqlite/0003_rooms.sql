-- Pauses belong to a game's own options; what a seat wishes is the game's own type; decisions are kept once, with the
-- change that left them open; the tabled hands' equity is an event of the hand. A row that is no JSON, or not of the
-- shape that it should have, stays as it is: its table is out of order, and the rest opens.

update hands set setup = json_set(setup, '$.holdem.rules.showdown_seconds', coalesce(
    (select options ->> 'showdown_seconds' from tables where id = table_id and json_valid(options)), 3))
where json_valid(setup) and setup -> 'holdem' is not null;

update hands set setup = json_set(setup,
    '$.doudizhu.rules.card_millis', coalesce(
        (select options ->> 'card_millis' from tables where id = table_id and json_valid(options)), 250),
    '$.doudizhu.rules.showing_seconds', coalesce(
        (select options ->> 'declaring_seconds' from tables where id = table_id and json_valid(options)), 5))
where json_valid(setup) and setup -> 'doudizhu' is not null;

update hands set setup = json_set(setup,
    '$.shengji.rules.card_millis', coalesce(
        (select options ->> 'card_millis' from tables where id = table_id and json_valid(options)), 250),
    '$.shengji.rules.declaring_seconds', coalesce(
        (select options ->> 'declaring_seconds' from tables where id = table_id and json_valid(options)), 5))
where json_valid(setup) and setup -> 'shengji' is not null;

update tables set options = json_remove(
    case game
        when 'holdem' then json_set(options,
            '$.game.holdem.showdown_seconds', coalesce(options ->> 'showdown_seconds', 3))
        when 'doudizhu' then json_set(options,
            '$.game.doudizhu.card_millis', coalesce(options ->> 'card_millis', 250),
            '$.game.doudizhu.showing_seconds', coalesce(options ->> 'declaring_seconds', 5))
        when 'shengji' then json_set(options,
            '$.game.shengji.card_millis', coalesce(options ->> 'card_millis', 250),
            '$.game.shengji.declaring_seconds', coalesce(options ->> 'declaring_seconds', 5))
        else options
    end,
    '$.showdown_seconds', '$.card_millis', '$.declaring_seconds')
where json_valid(options);

update tables set state = json_set(
    json_remove(state, '$.asks', '$.pause'),
    '$.chairs', (
        select json_group_array(json_set(
            json_remove(chair.value, '$.straddles', '$.auto_pass'),
            '$.wishes', case
                when game = 'holdem' and chair.value ->> 'straddles' then json('{"holdem": {"straddle": true}}')
                when game = 'doudizhu' and chair.value ->> 'auto_pass' then json('{"doudizhu": {"auto_pass": true}}')
            end) order by chair.key)
        from json_each(state, '$.chairs') as chair),
    '$.wait', json(case when json_type(state, '$.pause') = 'object' then json_object(
        'until', state ->> '$.pause.until',
        'reason', iif(json_type(state, '$.pause.waits_for') = 'object', 'step', state ->> '$.pause.waits_for'))
    end))
where json_type(iif(json_valid(state), state, '0'), '$.chairs') = 'array'
    and not exists (select 1 from json_each(state, '$.chairs') where type <> 'object');

update changes set body = json_set(body, '$.events', (
    select json_group_array(json(case
        when event.value -> 'equity' is not null then json_object(
            'hand', json_object('holdem', json_set(event.value -> 'equity', '$.type', 'equity')))
        when event.value ->> '$.table.type' = 'straddles' then json_object('table', json_object(
            'type', 'wished', 'seat', event.value -> '$.table.seat',
            'wishes', json_object('holdem', json_object('straddle', json(event.value -> '$.table.on')))))
        when event.value ->> '$.table.type' = 'auto_pass' then json_object('table', json_object(
            'type', 'wished', 'seat', event.value -> '$.table.seat',
            'wishes', json_object('doudizhu', json_object('auto_pass', json(event.value -> '$.table.on')))))
        else event.value
    end) order by event.key)
    from json_each(body, '$.events') as event))
where json_type(iif(json_valid(body), body, '0'), '$.events') = 'array'
    and not exists (select 1 from json_each(body, '$.events') where type <> 'object')
    and exists (
        select 1 from json_each(body, '$.events') as event
        where event.value -> 'equity' is not null or event.value ->> '$.table.type' in ('straddles', 'auto_pass'));

update changes set body = json_set(json_remove(body, '$.asks'), '$.decisions', json(body -> 'asks'))
where json_valid(body);

alter table replies rename to done_requests;
alter table done_requests rename column request to digest;
drop index replies_by_age;
create index done_requests_by_age on done_requests (at);
