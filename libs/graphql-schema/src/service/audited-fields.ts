import { ContentError, type ContentModel, type Context, type Row } from '@content-service/domain'
import { runAudited } from '@content-service/domain/internal/audit'
import { writeAtOnce } from '@content-service/domain/internal/operations'
import {
  getNamedType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import { refuseUnserved } from '../lists/refuse-unserved.ts'
import type { Plans } from '../reading/plans.ts'
import { nameRelated, type LeafPlan } from '../reading/plan.ts'
import { noteRefusedRelation, noteRefusedValue } from '../reading/refused-fields.ts'

interface Arguments {
  readonly id?: unknown
  readonly articleId?: unknown
  readonly input?: { readonly id?: unknown }
}

/** The id of an operation's record, if an argument has the id. */
const findId = ({ id, articleId, input }: Arguments): string | undefined => {
  const named = id ?? input?.id ?? articleId
  return typeof named === 'string' ? named : undefined
}

type Run = typeof writeAtOnce

const runPlainly: Run = async (context, work) => work(context)

/** Whether the type is read from a collection, or is a private part of a user. */
const isRecord = (plans: Plans, { name }: GraphQLNamedType): boolean =>
  Object.hasOwn(plans, name) || name === 'UserSettings' || name === 'Preferences'

/** C12.16: whether the mutation shows records: then it writes nothing if its caller may not read the selection. */
const showsRecords = (plans: Plans, { type }: GraphQLField<unknown, unknown>): boolean => {
  const shown = getNamedType(type)
  const below = isObjectType(shown) ? Object.values(shown.getFields()) : []
  return [shown, ...below.map((field) => getNamedType(field.type))].some((each) => isRecord(plans, each))
}

/**
 * C7.10: every root field is an operation by its name, with its writes and refusals in the audit log. Of a
 * subscription only the start is an operation: no request asks for the later events.
 * @throws Error if the model has no operation with the name of a field.
 */
export const auditRootFields = (type: GraphQLObjectType, model: ContentModel, plans: Plans): void => {
  for (const field of Object.values(type.getFields())) {
    const action = field.name
    model.operation(action)
    const begins = field.subscribe ? 'subscribe' : 'resolve'
    const begin = field[begins] as GraphQLFieldResolver<unknown, Context>
    const isMutation = type.name === 'Mutation'
    const isQuery = type.name === 'Query'
    const run = isMutation && showsRecords(plans, field) ? writeAtOnce : runPlainly
    field[begins] = (root, args: Arguments, context: Context, info) =>
      runAudited(context, { action, id: findId(args), ...(isMutation && { written: args }) }, (context) => {
        if (!isQuery) refuseUnserved(context, info)
        return run(context, (within) => begin(root, args, within, info))
      })
  }
}

const nameField = ({ parentType, fieldName }: GraphQLResolveInfo): string => `${parentType.name}.${fieldName}`

/** A relation, which the read has answered already: with the records, or with the refusal of the relation (C12.17). */
export const resolveRelation: GraphQLFieldResolver<Row, Context> = (row, _args, context, info) => {
  const value = row[nameRelated(String(info.path.key))]
  if (!(value instanceof ContentError)) return value
  return noteRefusedRelation(context, value, nameField(info)).then(() => value)
}

/** C3.7: the value of a field. A hidden value is a refusal as well. */
export const createFieldResolver =
  (show: NonNullable<LeafPlan['show']>): GraphQLFieldResolver<Row, Context> =>
  (row, _args, context, info) => {
    try {
      return show(row, context, String(info.path.key))
    } catch (error) {
      return noteRefusedValue(context, error, { row, field: nameField(info) }).then(() => {
        throw error
      })
    }
  }
