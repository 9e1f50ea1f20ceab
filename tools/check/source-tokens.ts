import ts from 'typescript'

/** A part of a source: a name, a literal, a keyword or a sign. */
export interface Token {
  readonly text: string
  /** Counts from 1. */
  readonly line: number
}

/** Stands between two parts of a source that do not follow each other. No other token equals it. */
export const GAP = ''

const isLeftOut = (node: ts.Node): boolean =>
  ts.isJSDoc(node) ||
  ts.isImportDeclaration(node) ||
  (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)

/** The tokens of a TypeScript source, without comments, imports and exports of other modules. */
export function readTokens(path: string, text: string): readonly Token[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const tokens: Token[] = []
  const add = (node: ts.Node, shown: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    tokens.push({ text: shown, line: line + 1 })
  }
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return add(node, GAP)
    const children = node.getChildren(file)
    const shown = children.length === 0 ? node.getText(file) : ''
    if (shown !== '') add(node, shown)
    for (const child of children) visit(child)
  }
  visit(file)
  return tokens
}
