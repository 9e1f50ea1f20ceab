import { ARTICLE_SORT_FIELDS, ARTICLE_STATUSES, SORT_DIRECTIONS } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { personSchema } from '../people-schemas.ts'
import {
  closed,
  counted,
  idOf,
  nullable,
  nullableTimestamp,
  textUpTo,
  timestampOf,
  userIdInput,
  userIdText,
  versionNumber,
  wordOf,
} from '../schema-terms.ts'

const title = textUpTo(300, '1 to 300 characters, no control characters.', {
  minLength: 1,
  examples: ['Letters from the print shop'],
})
const content = textUpTo(500_000, 'Markdown of 1 to 500,000 characters, kept verbatim.', { minLength: 1 })
const excerpt = textUpTo(500, 'Follows the content unless it was given.')
const status = wordOf(ARTICLE_STATUSES, 'Where in the publish workflow it is.')
const tags = Type.Array(textUpTo(50, 'Trimmed, in lower case.'), {
  maxItems: 20,
  description: 'At most 20, of 1 to 50 characters each.',
  examples: [['printing', 'history']],
})

/** What an article and its revisions have in common. */
export const text = { id: idOf('the article'), title, excerpt, status, tags }
const listed = {
  ...text,
  owner: personSchema,
  version: versionNumber,
  createdAt: timestampOf('When it was made.'),
  updatedAt: nullableTimestamp('When it was last changed; null until then.'),
  publishedAt: nullableTimestamp('When it was first published.'),
  scheduledFor: nullableTimestamp('When it is going to be published.'),
}

export const listedArticleSchema = Type.Object(listed, {
  ...closed,
  title: 'ListedArticle',
  description: 'An article without its content.',
})

export const articleSchema = Type.Object(
  { ...listed, content },
  { ...closed, title: 'Article', description: 'An article. Its counters are at `/api/articles/{id}/stats`.' },
)

export const countersSchema = Type.Object(
  {
    views: counted('How often it was read by others than its owner.'),
    likes: counted('How many users like it.'),
    commentCount: counted('How many comments it has.'),
  },
  { ...closed, title: 'ArticleStats', description: 'What every reader moves.' },
)

/** Null makes the excerpt follow the content (C4.1). */
const optional = {
  excerpt: Type.Optional(nullable(textUpTo(500, 'Null makes it follow the content.'))),
  tags: Type.Optional(tags),
  status: Type.Optional(status),
}

/** C6.4: the caller's own, unless `authorId` says otherwise. */
export const newArticleBody = bodyType(
  Type.Object(
    { title, content, ...optional, authorId: Type.Optional(userIdInput) },
    {
      ...closed,
      title: 'NewArticle',
      description: 'A draft of the caller’s, unless `status` and `authorId` say otherwise.',
      examples: [{ title: 'Hello', content: 'My *first* one.', tags: ['first steps'] }],
    },
  ),
)

export const patchedArticleBody = patchType(
  Type.Object(
    { title: Type.Optional(title), content: Type.Optional(content), ...optional },
    {
      ...closed,
      title: 'ArticlePatch',
      description: 'What is absent stays as it is.',
      examples: [{ status: 'PUBLISHED' }],
    },
  ),
)

/** C4.3: an RFC 3339 timestamp. */
export const scheduleBody = bodyType(
  Type.Object(
    {
      publishAt: textUpTo(64, 'When to publish it: RFC 3339, in the future.', {
        format: 'date-time',
        examples: ['2030-01-01T09:00:00Z'],
      }),
    },
    { ...closed, title: 'Schedule', description: 'When the article is going to be published.' },
  ),
)

const day = (description: string) => ({
  schema: textUpTo(10, description, { format: 'date', examples: ['2026-11-20'] }),
})

/** C4.5, C6.3. */
export const articleListParameters = {
  ...pageParameters,
  status: { schema: wordOf(ARTICLE_STATUSES, 'Only articles of this status.') },
  tag: { schema: textUpTo(200, 'Only articles with this tag.') },
  ownerId: { schema: { ...userIdText, description: 'Only articles of this user.' } },
  owner: {
    schema: { ...userIdText, description: 'The earlier name of `ownerId`.' },
    deprecated: { since: '2026-11-22T00:00:00Z', instead: 'Use `ownerId`.' },
  },
  sortBy: { schema: { ...wordOf(ARTICLE_SORT_FIELDS, 'What they are sorted by.'), default: 'createdAt' } },
  direction: { schema: { ...wordOf(SORT_DIRECTIONS, 'Which end comes first.'), default: 'DESC' } },
  publishedAfter: day('Only articles published on this day (UTC) or later.'),
  publishedBefore: day('Only articles published on this day (UTC) or earlier.'),
} as const satisfies QueryParameters
