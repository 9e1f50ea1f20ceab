import { capitalize } from '../capitalize.ts'
import { collectEnums, isShared } from '../interface-names.ts'
import { listPartTypes, namePartInput, type NamedOwner } from '../part-names.ts'
import type { ServiceOperation } from './service-operation.ts'

type Named = Pick<ServiceOperation, 'name'>

/** The last word of the address: `book-seat` for `bookSeat`. */
export const nameOperationPath = ({ name }: Named): string =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()

/** The owner of the types of the input: `BookSeatReason`. */
export const nameOperationInput = ({ name }: Named): NamedOwner => ({ name: capitalize(name) })

/** The type of the result, which owns the types of its members: `BookSeatResult`. */
export const nameOperationResult = ({ name }: Named): NamedOwner => ({ name: `${capitalize(name)}Result` })

/** The body of a write over REST: `BookSeatInput`. */
export const nameOperationInputBody = ({ name }: Named): string => namePartInput(capitalize(name))

/** The enums of an operation, and the types of its parts. */
export const listOperationTypes = (operation: ServiceOperation) => {
  const [given, result] = [nameOperationInput(operation), nameOperationResult(operation)]
  return {
    enums: [...collectEnums(given, operation.input), ...collectEnums(result, operation.returns)],
    inputParts: listPartTypes(given, operation.input, false).parts,
    resultParts: listPartTypes(result, operation.returns, false).parts,
  }
}

/** The names of the types of GraphQL, and the titles of the schemas of REST, that no other operation may have. */
export const listOperationTypeNames = (operation: ServiceOperation): readonly string[] => {
  const { enums, inputParts, resultParts } = listOperationTypes(operation)
  return [
    nameOperationResult(operation).name,
    nameOperationInputBody(operation),
    ...enums.flatMap(({ name, field }) => (isShared(field) ? [] : [name])),
    ...inputParts.flatMap(({ name, isShared: shares }) => (shares ? [] : [namePartInput(name)])),
    ...resultParts.flatMap(({ name, isShared: shares }) => (shares ? [] : [name])),
  ]
}
