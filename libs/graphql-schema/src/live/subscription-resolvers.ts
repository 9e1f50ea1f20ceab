import {
  Article,
  parseArticleId,
  topicForArticle,
  Comment,
  topicForComments,
  readEventRecord,
  publishedArticles,
  type Context,
  type DomainEvent,
  type RecordType,
} from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { readSelection } from '../reading/plans.ts'
import type { SubscriptionResolvers } from '../resolver-types.ts'

const createEventResolver =
  (type: RecordType) => (event: DomainEvent, _args: object, context: Context, info: GraphQLResolveInfo) =>
    readEventRecord(context, type, event, readSelection(type.name, info))

const [article, comment] = [createEventResolver(Article), createEventResolver(Comment)]

/**
 * The topic of each subscription, and the record of each event: NOT_FOUND if the subscriber may not receive the event.
 */
export const subscriptions = {
  articlePublished: {
    subscribe: (_, _args, { subscribe: follow }) => follow(publishedArticles),
    resolve: article,
  },
  articleChanged: {
    subscribe: (_, { id }, { subscribe: follow }) => follow(topicForArticle(parseArticleId(id))),
    resolve: article,
  },
  commentAdded: {
    subscribe: (_, { articleId: on }, { subscribe: follow }) => follow(topicForComments(parseArticleId(on))),
    resolve: comment,
  },
} satisfies Required<SubscriptionResolvers>
