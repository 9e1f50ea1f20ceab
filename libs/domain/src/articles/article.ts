import {
  counter,
  flag,
  line,
  markdown,
  owner,
  slug,
  state,
  tags,
  text,
  time,
} from '../model/fields/field-builders.ts'
import { derived, indexed, unfiltered } from '../model/published-forms.ts'
import type { RecordOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'
import { ARTICLE_STATUSES } from '../access/built-in-facts.ts'
import { deriveExcerpt } from './excerpt.ts'

/** C4.1. */
export const Article = record({
  name: 'Article',
  plural: 'articles',
  about: 'A text with a publish workflow.',
  trash: 'DELETED',
  custom: {
    actions: ['read', 'write', 'publish', 'delete'],
    isForUsers: true,
    quietStates: ['DRAFT', 'REVIEW', 'ARCHIVED'],
    orders: ['createdAt', 'updatedAt', 'changedAt', 'publishedAt', 'title', 'views', 'likes'],
    lists: { comments: 'Comment' },
    hitFields: ['title', 'excerpt'],
    revisions: {
      columns: ['title', 'content', 'excerpt', 'excerptDerived', 'status', 'tags'],
      omits: ['owner', 'slug', 'publishedAt', 'scheduledFor'],
    },
  },
  schedule: { from: ['DRAFT', 'REVIEW'] },
  revisions: true,
  drafts: true,
  likes: true,
  views: true,
  fields: {
    title: indexed(
      line(300, {
        about: 'The title.',
        example: 'Letters from the print shop',
        search: 'A',
        index: 'text',
      }),
    ),
    slug: slug({ from: 'title' }),
    content: markdown(500_000, { about: 'Markdown, stored unchanged.', least: 1, search: 'D' }),
    excerpt: derived(
      unfiltered(
        text(500, {
          about: 'The excerpt that the author entered, or else the beginning of the content.',
          initial: '',
        }),
      ),
      { flag: 'excerptDerived', from: 'content', derive: deriveExcerpt },
    ),
    excerptDerived: flag({
      about: 'Whether the excerpt follows the content.',
      initial: true,
      hidden: true,
    }),
    status: indexed(
      state(ARTICLE_STATUSES, {
        about: 'The state in the publish workflow.',
        initial: { DRAFT: true, REVIEW: true, PUBLISHED: 'publish' },
        transitions: {
          DRAFT: { REVIEW: 'write', PUBLISHED: 'publish', DELETED: 'delete' },
          REVIEW: { DRAFT: 'write', PUBLISHED: 'publish', DELETED: 'delete' },
          PUBLISHED: { DRAFT: 'publish', ARCHIVED: 'publish', DELETED: 'delete' },
          ARCHIVED: { PUBLISHED: 'publish', DRAFT: 'publish', DELETED: 'delete' },
          DELETED: { DRAFT: 'delete' },
        },
        published: 'PUBLISHED',
      }),
    ),
    tags: indexed(tags({ about: 'The tags, in lower case.', search: 'B' })),
    owner: owner({ about: 'The author.', inverse: 'articles' }),
    likes: indexed(counter({ about: 'The number of users who like the article.' })),
    views: indexed(counter({ about: 'How often users other than the owner have read the article.' })),
    publishedAt: indexed(
      time({
        about: 'The time of the first publication; null until then.',
        label: 'First published at',
        optional: true,
        setByOperation: true,
      }),
    ),
  },
})
export interface Article extends RecordOf<typeof Article> {}

/** An article as a list can filter and sort it. */
export interface ArticleRow extends Article {
  readonly commentCount: number
  /** Whether the owner is soft-deleted: then the record shows the ghost as its owner (C3.5). */
  readonly isOwnerDeleted: boolean
}
