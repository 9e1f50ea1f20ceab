import type ts from 'typescript'
import type { TypeScript } from './typescript.ts'

/** Options of CASL that change what the names in its rules mean. */
const OPTIONS = ['resolveAction', 'anyAction', 'anySubjectType', 'fieldMatcher']

/** The first such option in a file: `build({ resolveAction: createAliasResolver(…) })`. */
export function findOption(typescript: TypeScript, file: ts.SourceFile): string | undefined {
  let found: string | undefined
  const visit = (node: ts.Node): void => {
    if (typescript.isObjectLiteralElementLike(node)) {
      const { name } = node
      if (name && hasText(typescript, name)) found ??= OPTIONS.find((option) => option === name.text)
    }
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const hasText = (typescript: TypeScript, name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral =>
  typescript.isIdentifier(name) || typescript.isStringLiteral(name)
