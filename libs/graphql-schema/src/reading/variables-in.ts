import { BREAK, visit, type ASTNode } from 'graphql'

/** Whether a part of a document contains variables. */
export const usesVariables = (node: ASTNode): boolean => {
  let isFound = false
  visit(node, {
    Variable: () => {
      isFound = true
      return BREAK
    },
  })
  return isFound
}
