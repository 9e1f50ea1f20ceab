/** A batch serves at most this many authors, beginning with any of them, so that none waits for ever. */
const MOST_AUTHORS = 1_000

/**
 * Creates a function of the waiting rows of a queue: the newest of each author, then the next of each, and so on. The
 * function returns about `most` rows, and reads about as many from the index of the queue. `is_cut` marks the last row of
 * an author who may have more.
 */
export const createTurns = (queue: string): string => `
  create function ${queue}_in_turn(most integer, first_author integer)
    returns table (place bigint, author integer, type text, id text, size integer, behind bigint, is_cut boolean)
    language plpgsql stable set enable_seqscan = off as $$
    #variable_conflict use_column
    begin
      if not exists (select from ${queue}) then
        return;
      end if;
      return query
        with recursive authors (author) as (
          select coalesce((select min(w.author) from ${queue} w where w.author >= first_author),
            (select min(w.author) from ${queue} w))
          union
          select coalesce((select min(w.author) from ${queue} w where w.author > a.author),
            (select min(w.author) from ${queue} w))
          from authors a
        ), served as materialized (
          select author from authors limit least(most, ${MOST_AUTHORS})
        ), share as materialized (
          select greatest(1, most / count(*)) as rows from served
        )
        select newest.place, newest.author, newest.type, newest.id, newest.size, newest.bytes - newest.size,
          newest.number = share.rows
        from served cross join share cross join lateral (
          select w.place, w.author, w.type, w.id, w.size, row_number() over (order by w.place desc) as number,
            sum(w.size) over (order by w.place desc) as bytes
          from ${queue} w where w.author = served.author order by w.place desc limit share.rows
        ) newest;
    end $$`
