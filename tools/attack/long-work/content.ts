import type { AttackedService } from '../attacked-service.ts'
import { createArticle } from '../create-article.ts'

/** The rows of the longest lists that the service answers. */
export const ROWS = 100

/** An escaped character, an astral one and a usual one, so that every step has to look at them. */
const MARKED = 'A "word" of 😀 a text\n'

/** The id of a copy of the article. */
export const nameArticle = (place: number): string =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

const OWN = `'id', '00000000-0000-4000-8000-' || lpad(place::text, 12, '0'), 'created_at', now() - make_interval(secs => place)`

const FILL = [
  // Users with a profile, whose emails and times only some may see.
  `insert into users select (jsonb_populate_record(users, jsonb_build_object(
     'id', nextval('user_ids'), 'username', 'person' || place, 'name', 'Person ' || place,
     'email', 'person' || place || '@example.org', 'role', 'AUTHOR', 'created_at', now() - make_interval(secs => place)
   ))).* from users, generate_series(1, ${ROWS}) place where id = 2`,
  `insert into articles select (jsonb_populate_record(articles, jsonb_build_object(
     ${OWN}, 'title', 'Long ' || place, 'owner_id', (select id from users where username = 'person' || place)
   ))).* from articles, generate_series(2, ${ROWS}) place where title = 'Long 1'`,
  `insert into comments (id, article_id, author_id, content, created_at, version)
   select gen_random_uuid(), articles.id, users.id, $1, now() - make_interval(secs => place), 1
   from articles, generate_series(1, ${ROWS}) place join users on username = 'person' || place
   where title like 'Long %'`,
]

/** Fills lists of articles with long texts, of their owners, and of their comments. */
export const fillLists = async (service: AttackedService, characters: number): Promise<void> => {
  const content = MARKED.repeat(Math.ceil(characters / MARKED.length)).slice(0, characters)
  await createArticle(service, { title: 'Long 1', content })
  for (const [place, statement] of FILL.entries())
    await service.database.query(statement, place === 2 ? ['Some "words" of 😀 a comment.'] : [])
}
