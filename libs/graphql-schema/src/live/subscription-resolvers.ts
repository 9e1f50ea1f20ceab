import { Article, Comment, type ContentModel, type Context, type RecordType } from '@content-service/domain'
import { parseArticleId } from '@content-service/domain/internal/rules'
import {
  followRecord,
  readFollowedRecord,
  type Topic,
  topicForComments,
  topicForRecord,
  readEventRecord,
  publishedArticles,
} from '@content-service/domain/internal/live'
import type { DomainEvent } from '@content-service/domain/internal/events'
import type { GraphQLResolveInfo } from 'graphql'
import { readSelection } from '../reading/plans.ts'
import type { SubscriptionResolvers } from '../contract/resolver-types.ts'

const createEventResolver =
  (type: RecordType) => (event: DomainEvent, _args: object, context: Context, info: GraphQLResolveInfo) =>
    readEventRecord(context, type, event, readSelection(type.name, info))

/** The stream of one record. */
const createRecordStream = (type: RecordType, findTopic: (id: string) => Topic) => ({
  subscribe: (_: unknown, { id }: { readonly id: string }, context: Context) =>
    followRecord(context, type, id, findTopic(id)),
  resolve: (event: DomainEvent, _args: object, context: Context, info: GraphQLResolveInfo) =>
    readFollowedRecord(context, type, event, readSelection(type.name, info)),
})

/** The topic of each subscription, and the record of each event: NOT_FOUND if the subscriber may not read the record. */
const SUBSCRIPTIONS = {
  articlePublished: {
    subscribe: (_, _args, { subscribe: follow }) => follow(publishedArticles),
    resolve: createEventResolver(Article),
  },
  articleChanged: createRecordStream(Article, (id) => topicForRecord(Article, parseArticleId(id))),
  commentAdded: {
    subscribe: (_, { articleId: on }, { subscribe: follow }) => follow(topicForComments(parseArticleId(on))),
    resolve: createEventResolver(Comment),
  },
} satisfies Required<SubscriptionResolvers>

/** `workshopChanged` streams each change of one record. */
const createRecordSubscription = (type: RecordType) =>
  createRecordStream(type, (id) => topicForRecord(type, type.parseId(id)))

/** The subscriptions of a model. */
export const createSubscriptions = ({ derivedTypes }: ContentModel): Readonly<Record<string, object>> => ({
  ...SUBSCRIPTIONS,
  ...Object.fromEntries(
    derivedTypes
      .filter(({ isLive }) => isLive)
      .map((type) => [`${type.word}Changed`, createRecordSubscription(type)]),
  ),
})
