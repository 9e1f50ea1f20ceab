import type { ContentModel } from '@content-service/domain'
import { listPluralTypes, nameTypeWord } from '@content-service/domain/internal/model'
import { isTypeDefinitionNode, Kind, type DefinitionNode, type DocumentNode } from 'graphql'
import { enumType, objectType, unionType } from './ast.ts'
import { createBase } from './base.ts'
import { declareListInputs } from './list-inputs.ts'
import { declareDraftMutations } from './draft-types.ts'
import { byName, mergeDefinition } from './merge.ts'
import { declareType } from './record-types.ts'
import { declareOperationFields, declareOperationTypes } from './service-operations.ts'
import { declareMutations, declareQueries, declareSubscriptions, declareTypeActions } from './root-fields.ts'

/** What the declared types add to definitions that are written by hand. */
const declareShared = (model: ContentModel) => {
  const { derivedTypes: types, searches } = model
  const own = model.types.filter(({ custom }) => custom !== null)
  const queries = [
    ...types.flatMap((type) => declareQueries(model, type)),
    ...listPluralTypes(model.types).map(declareTypeActions),
    ...declareOperationFields(model, 'read'),
  ]
  const searchWords = searches.map(({ type }) => type)
  const searchNames = searches.map(({ name }) => name)
  return [
    objectType('Query', '', queries),
    objectType('Mutation', '', [
      ...types.flatMap(declareMutations),
      ...own.flatMap(declareDraftMutations),
      ...declareOperationFields(model, 'write'),
    ]),
    objectType('Subscription', '', types.flatMap(declareSubscriptions)),
    enumType('RecordType', '', listPluralTypes(types).map(nameTypeWord)),
    enumType('SearchType', '', searchWords),
    unionType('SearchResult', searchNames),
  ]
}

/** C15.23: a model without articles and comments can have no subscription. */
const hasMembers = (definition: DefinitionNode): boolean =>
  definition.kind !== Kind.OBJECT_TYPE_DEFINITION || (definition.fields ?? []).length > 0

/** The contract of a model: what is written by hand, and what follows from declarations. */
export const createContract = (model: ContentModel): DocumentNode => {
  const own = model.types.filter(({ custom }) => custom !== null)
  const declared = byName([...own.flatMap((type) => declareType(model, type)), ...declareShared(model)])
  const written = createBase(model, own).map((each) => {
    const more = isTypeDefinitionNode(each) && declared.get(each.name.value)
    return more ? mergeDefinition(each, more) : each
  })
  // Fields can share their types (C16.1).
  const derived = byName(model.derivedTypes.flatMap((type) => declareType(model, type))).values()
  const lists = byName(declareListInputs(model)).values()
  return {
    kind: Kind.DOCUMENT,
    definitions: [...written.filter(hasMembers), ...derived, ...lists, ...declareOperationTypes(model)],
  }
}
