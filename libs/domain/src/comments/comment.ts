import { Article } from '../articles/article.ts'
import type { LinkedArticleFacts } from '../articles/article-facts.ts'
import { one, owner, text } from '../model/fields/field-builders.ts'
import { nonNull, unfiltered } from '../model/published-forms.ts'
import type { ChangeOf, NewOf, RecordOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'

/** C4.7. */
export const Comment = record({
  name: 'Comment',
  plural: 'comments',
  about: 'A comment on a published article.',
  custom: { actions: ['read', 'write', 'delete'], isCountedFar: true, hitFields: ['content', 'articleId'] },
  fields: {
    content: unfiltered(text(10_000, { about: 'The text.', least: 1, example: 'Well said.', search: 'D' })),
    author: owner({ about: 'The author.', inverse: 'comments' }),
    article: nonNull(
      one(Article, {
        about: 'The article that the comment is about.',
        inverse: 'comments',
        onDelete: 'cascade',
      }),
    ),
  },
})
export interface Comment extends RecordOf<typeof Comment> {}

/** The text of a comment; the article of a comment never changes. */
export type CommentText = Omit<ChangeOf<typeof Comment>, 'articleId'>
export type NewComment = Omit<NewOf<typeof Comment>, 'articleId'>

/** A comment with the facts about its article. */
export interface CommentOnArticle extends Comment, LinkedArticleFacts {}
