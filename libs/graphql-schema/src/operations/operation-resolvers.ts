import { type ContentModel } from '@content-service/domain'
import {
  listOperations,
  type DeclaredOperation,
  type InputOf,
} from '@content-service/domain/internal/service'
import { planRow, type AnyOperation, type ReadOperation } from '@content-service/domain/internal/operations'
import { SINGLE_ID } from '@content-service/domain/internal/model'
import { getNamedType, type GraphQLResolveInfo } from 'graphql'
import { createReadField } from '../execution/read-field.ts'
import { readSelection } from '../reading/plans.ts'
import type { MutationResolvers, QueryResolvers, Resolver } from '../contract/resolver-types.ts'
import { createListField } from './list-resolver.ts'
import { createRunResolver } from './run-resolver.ts'

type Fields = QueryResolvers & MutationResolvers
type Served = DeclaredOperation & keyof Fields

/** The input among the arguments of a root field. */
type GivenTo<Field> =
  Field extends Resolver<infer _Result, infer _Parent, infer _Context, infer Arguments>
    ? Omit<Arguments extends { readonly input: infer Input } ? Input : Arguments, 'id' | 'version'>
    : never
type WithoutNulls<Input> = { readonly [K in keyof Input]: NonNullable<Input[K]> }
type Fits<Given, Input> = Given extends Input ? true : WithoutNulls<Given> extends Input ? true : false

/** Each root field, with `false` if its arguments do not fit the input of the operation. */
type Fitting = { readonly [Name in Served]: Fits<GivenTo<Fields[Name]>, InputOf<Name>> }
/** The compiler refuses a `false`. */
type Checked<All extends Readonly<Record<string, true>>> = All extends never ? never : unknown

const select = (info: GraphQLResolveInfo) => readSelection(getNamedType(info.returnType).name, info)

/** The root field that reads one record. */
export const createRecordField = (operation: Pick<ReadOperation, 'parseId' | 'readable'>) =>
  createReadField({
    kind: 'row',
    parseId: operation.parseId,
    plan: (context, id, info) => planRow(context, operation, id, select(info)),
  })

/** C14.4: the root field that reads the only record of its type. */
const createSingleField = (operation: ReadOperation) =>
  createReadField({
    kind: 'first row',
    plan: (context, _args, info) => planRow(context, operation, SINGLE_ID, select(info)),
  })

const createResolver = (operation: AnyOperation) => {
  if (operation.kind === 'run') return createRunResolver(operation)
  if (operation.kind === 'list') return createListField(operation)
  return operation.isSingle ? createSingleField(operation) : createRecordField(operation)
}

/** The resolvers of the root fields that the operations of a model serve. */
export const createOperationResolvers = (
  model: ContentModel,
): Readonly<Record<string, unknown>> & Checked<Fitting> =>
  Object.fromEntries(
    Object.entries(listOperations(model)).flatMap(([name, operation]) => {
      const resolver = createResolver(operation)
      // The field of a connection has the same list.
      return operation.kind === 'list'
        ? [
            [name, resolver],
            [`${name}Connection`, resolver],
          ]
        : [[name, resolver]]
    }),
  )
