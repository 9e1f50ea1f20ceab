import type { DocumentNode, FieldDefinitionNode } from 'graphql'
import { withFields } from './ast.ts'

const isShown = ({ directives = [] }: FieldDefinitionNode): boolean =>
  directives.every(({ name }) => name.value !== 'hidden')

/** C3.7: a `@hidden` field is in the contract for its readers, and in no schema that the service serves. */
export const removeHidden = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((each) => withFields(each, (fields) => fields.filter(isShown))),
})
