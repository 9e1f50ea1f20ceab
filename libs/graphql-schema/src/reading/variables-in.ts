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

/** The names of the variables in a part of a document. */
export const listVariables = (node: ASTNode): readonly string[] => {
  const names: string[] = []
  visit(node, { Variable: ({ name }) => void names.push(name.value) })
  return names
}
