import { visit, type DocumentNode, type FieldDefinitionNode } from 'graphql'

const isHidden = ({ directives = [] }: FieldDefinitionNode): boolean =>
  directives.some(({ name }) => name.value === 'hidden')

/** C3.7: a `@hidden` field is in the contract for its readers, and in no schema that the service serves. */
export const removeHidden = (document: DocumentNode): DocumentNode =>
  visit(document, { FieldDefinition: (field) => (isHidden(field) ? null : undefined) })
