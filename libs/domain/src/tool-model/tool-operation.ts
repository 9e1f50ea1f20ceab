import type { Permission } from '../access/content-policy.ts'
import type { ContentModel } from '../model/content-model.ts'
import { writeLabel } from '../model/label.ts'
import { nameOperationPath } from '../model/service-operations/operation-names.ts'
import type { Fields } from '../model/types/record-operation.ts'
import { createToolField, type ToolField } from './tool-field.ts'

/** C16.5: an operation of no record. */
export interface ToolServiceOperation {
  /** The root field of GraphQL: `bookSeat`. */
  readonly name: string
  /** The last word of the address over REST: `book-seat`. */
  readonly path: string
  readonly kind: 'read' | 'write'
  readonly label: string
  readonly about: string
  readonly permission: Permission
  /** The arguments. */
  readonly input: readonly ToolField[]
  /** The members of the result. */
  readonly returns: readonly ToolField[]
}

/** A link of an operation has its own name: a value is the id. */
const createFields = (fields: Fields): readonly ToolField[] =>
  Object.entries(fields).map(([name, field]) => {
    const described = createToolField(name, field, null)
    return described.link ? { ...described, link: { ...described.link, attribute: name } } : described
  })

/** Describes the operations of no record of a model. */
export const createToolOperations = ({ serviceOperations }: ContentModel): readonly ToolServiceOperation[] =>
  serviceOperations.map((operation) => {
    const { name, kind, about, permission, input, returns } = operation
    return {
      ...{ name, path: nameOperationPath(operation), kind, label: writeLabel(name), about, permission },
      input: createFields(input),
      returns: createFields(returns),
    }
  })
