import {
  ARTICLE_SORT_FIELDS,
  ARTICLE_STATUSES,
  MAX_SENT_TAG_LENGTH,
  MAX_WORDS,
  SORT_DIRECTIONS,
} from '@content-service/domain'
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
const content = textUpTo(500_000, 'Markdown of 1 to 500,000 characters, stored unchanged.', { minLength: 1 })
const excerpt = textUpTo(500, 'The excerpt that the author entered, or else the beginning of the content.')
const status = wordOf(ARTICLE_STATUSES, 'The state in the publish workflow.')
const tags = Type.Array(textUpTo(50, 'The service trims tags and changes them to lower case.'), {
  maxItems: 20,
  description: 'At most 20 tags of 1 to 50 characters each.',
  examples: [['printing', 'history']],
})

/** C12.5: the limit of 20 holds after the service has removed duplicates. */
const sentTags = Type.Array(
  textUpTo(
    MAX_SENT_TAG_LENGTH,
    'The service trims tags and changes them to lower case; then at most 50 characters.',
  ),
  {
    maxItems: MAX_WORDS,
    description:
      'At most 20 different tags of 1 to 50 characters each, and at most 100 items. The service removes duplicates.',
    examples: [['printing', 'history']],
  },
)

/** What an article and its revisions have in common. */
export const text = { id: idOf('the article'), title, excerpt, status, tags }
const listed = {
  ...text,
  owner: personSchema,
  version: versionNumber,
  createdAt: timestampOf('The time of creation.'),
  updatedAt: nullableTimestamp('The time of the last change; null until then.'),
  publishedAt: nullableTimestamp('The time of the first publication; null until then.'),
  scheduledFor: nullableTimestamp(
    'The time at which the service will publish the article; null without a schedule.',
  ),
}

export const listedArticleSchema = Type.Object(listed, {
  ...closed,
  title: 'ListedArticle',
  description: 'An article without its content.',
})

export const articleSchema = Type.Object(
  { ...listed, content },
  {
    ...closed,
    title: 'Article',
    description: 'An article. The counters of the article are at `/api/articles/{id}/stats`.',
  },
)

export const countersSchema = Type.Object(
  {
    views: counted('How often users other than the owner have read the article.'),
    likes: counted('The number of users who like the article.'),
    commentCount: counted('The number of comments.'),
  },
  { ...closed, title: 'ArticleStats', description: 'The counters that readers change.' },
)

/** Null makes the excerpt follow the content (C4.1). */
const optional = {
  excerpt: Type.Optional(
    nullable(textUpTo(500, 'With null, the service derives the excerpt from the content.')),
  ),
  tags: Type.Optional(sentTags),
  status: Type.Optional(status),
}

/** C6.4: the caller's own, unless `authorId` says otherwise. */
export const newArticleBody = bodyType(
  Type.Object(
    { title, content, ...optional, authorId: Type.Optional(userIdInput) },
    {
      ...closed,
      title: 'NewArticle',
      description: 'A new article. The defaults of `status` and `authorId` are DRAFT and your own id.',
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
      description: 'Members that you leave out keep their values.',
      examples: [{ status: 'PUBLISHED' }],
    },
  ),
)

/** C4.3: an RFC 3339 timestamp. */
export const scheduleBody = bodyType(
  Type.Object(
    {
      publishAt: textUpTo(64, 'The time of publication: RFC 3339, in the future.', {
        format: 'date-time',
        examples: ['2030-01-01T09:00:00Z'],
      }),
    },
    { ...closed, title: 'Schedule', description: 'The scheduled publication of an article.' },
  ),
)

const day = (description: string) => ({
  schema: textUpTo(10, description, { format: 'date', examples: ['2026-11-20'] }),
})

/** C4.5, C6.3. */
export const articleListParameters = {
  ...pageParameters,
  status: { schema: wordOf(ARTICLE_STATUSES, 'Only articles with this status.') },
  tag: { schema: textUpTo(200, 'Only articles with this tag.') },
  ownerId: { schema: { ...userIdText, description: 'Only articles of this user.' } },
  owner: {
    schema: { ...userIdText, description: 'The earlier name of `ownerId`.' },
    deprecated: { since: '2026-11-22T00:00:00Z', instead: 'Use `ownerId`.' },
  },
  sortBy: { schema: { ...wordOf(ARTICLE_SORT_FIELDS, 'The field to sort by.'), default: 'createdAt' } },
  direction: { schema: { ...wordOf(SORT_DIRECTIONS, 'The sort direction.'), default: 'DESC' } },
  publishedAfter: day('Only articles published on this day (UTC) or later.'),
  publishedBefore: day('Only articles published on this day (UTC) or earlier.'),
} as const satisfies QueryParameters
