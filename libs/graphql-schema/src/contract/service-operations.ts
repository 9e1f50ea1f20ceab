import type { ContentModel, ServiceOperation } from '@content-service/domain'
import {
  describeField,
  listOperationTypes,
  nameOperationInput,
  nameOperationResult,
  type Field,
} from '@content-service/domain/internal/model'
import type { FieldDefinitionNode, TypeDefinitionNode } from 'graphql'
import { field, inputValue, objectType } from './ast.ts'
import { declarePartInput, declarePartObject } from './part-types.ts'
import { declareChoice } from './record-types.ts'
import { nameValueType } from './value-types.ts'

const isRequired = ({ isOptional, initial }: Field): boolean => !isOptional && initial === null

/** C16.5: the arguments are flat. */
const declareArguments = (operation: ServiceOperation) =>
  Object.entries<Field>(operation.input).map(([name, each]) => {
    const type = nameValueType(nameOperationInput(operation), name, each, 'input')
    return inputValue(name, `${type}${isRequired(each) ? '!' : ''}`, describeField(each))
  })

/** `bookSeat(meetup: ID!): BookSeatResult!` */
const declareField = (operation: ServiceOperation): FieldDefinitionNode =>
  field(
    operation.name,
    `${nameOperationResult(operation).name}!`,
    `${operation.about} Needs \`${operation.permission}\`.`,
    declareArguments(operation),
  )

const declareResult = (operation: ServiceOperation): TypeDefinitionNode => {
  const owner = nameOperationResult(operation)
  const members = Object.entries<Field>(operation.returns).map(([name, each]) =>
    field(name, `${nameValueType(owner, name, each)}${each.isOptional ? '' : '!'}`, describeField(each)),
  )
  return objectType(owner.name, `What \`${operation.name}\` returns.`, members)
}

/** The root fields of the operations of a kind. */
export const declareOperationFields = (
  { serviceOperations }: ContentModel,
  kind: ServiceOperation['kind'],
): readonly FieldDefinitionNode[] => serviceOperations.filter((each) => each.kind === kind).map(declareField)

/** The types of the operations of no record: their results, enums and parts. */
export const declareOperationTypes = ({ serviceOperations }: ContentModel): readonly TypeDefinitionNode[] =>
  serviceOperations.flatMap((operation) => {
    const { enums, inputParts, resultParts } = listOperationTypes(operation)
    return [
      declareResult(operation),
      ...enums.map(declareChoice),
      ...inputParts.map(declarePartInput),
      ...resultParts.map(declarePartObject),
    ]
  })
