import type ts from 'typescript'
import type { Leftover, Source } from './source.ts'

export type TypeScript = typeof ts

export interface Migrated extends Source {
  /** The number of changed imports. */
  readonly count: number
  readonly left: readonly Leftover[]
}

const CASL = '@content-service/authz-casl'
const modules: Readonly<Record<string, string>> = {
  '@casl/ability': CASL,
  '@casl/ability/extra': CASL,
  '@casl/prisma': `${CASL}/prisma`,
  '@casl/prisma/runtime': `${CASL}/prisma`,
}

const GUIDE = 'see README.md of @content-service/authz-casl'

/** Names whose meaning a person must look at. */
const names: Readonly<Record<string, string>> = {
  PureAbility: 'CASL 7 and this package call PureAbility Ability; Ability of CASL 6 is createMongoAbility',
  rulesToQuery: 'rulesToQuery is rulesToCondition since CASL 7; filterOf makes filters for databases',
  buildMongoQueryMatcher: 'filterOf refuses operators of your own; $and, $or, $nor and $not need no matcher',
  conditionsMatcher: 'filterOf needs "toCondition" of a matcher of your own',
  GenericFactory: 'types of conditions that depend on the subject extend ConditionsRule',
  hkt: 'types of conditions that depend on the subject extend ConditionsRule',
  PrismaQuery: `name the types of your client with "Register"; ${GUIDE}`,
  WhereInput: `name the types of your client with "Register"; ${GUIDE}`,
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The calls whose first argument is the name of a module. */
const LOADER = /^(import|require|require\.resolve|(jest|vi)\.\w+)$/

/** Changes the names of modules of CASL, and finds the lines that a person must change. */
export function migrateSource(typescript: TypeScript, { path, text }: Source): Migrated {
  const left: Leftover[] = []
  const edits: Edit[] = []
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
  const leave = (node: ts.Node, message: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    if (!left.some((other) => other.line === line && other.message === message))
      left.push({ path, line, message })
  }
  if (hasSyntaxErrors(typescript, path, text))
    return { path, text, count: 0, left: [{ path, line: 1, message: 'TypeScript cannot read this file' }] }

  const visitModule = (node: ts.StringLiteralLike) => {
    const target = Object.hasOwn(modules, node.text) ? modules[node.text] : undefined
    if (target === undefined) return leave(node, `${node.text} has no counterpart; ${GUIDE}`)
    if (!isModuleName(typescript, node))
      return leave(node, `"${node.text}" is no import; change it if it must change`)
    // The quotes stay.
    edits.push({ start: node.getStart(file) + 1, end: node.getEnd() - 1, text: target })
  }
  const visit = (node: ts.Node): void => {
    if (typescript.isStringLiteralLike(node) && /^@(casl|ucast)\//.test(node.text)) visitModule(node)
    const message =
      isNamed(typescript, node) && Object.hasOwn(names, node.text) ? names[node.text] : undefined
    if (message) leave(node, message)
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return { path, text: apply(text, edits), count: edits.length, left }
}

const hasSyntaxErrors = (typescript: TypeScript, fileName: string, text: string): boolean =>
  typescript
    .transpileModule(text, {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { allowJs: true, jsx: typescript.JsxEmit.Preserve },
    })
    .diagnostics?.some(({ category }) => category === typescript.DiagnosticCategory.Error) ?? false

function isModuleName(typescript: TypeScript, node: ts.StringLiteralLike): boolean {
  const { parent } = node
  if (typescript.isCallExpression(parent))
    return parent.arguments[0] === node && LOADER.test(readCallee(parent))
  if (typescript.isLiteralTypeNode(parent)) return typescript.isImportTypeNode(parent.parent)
  return (
    typescript.isImportDeclaration(parent) ||
    typescript.isExportDeclaration(parent) ||
    typescript.isExternalModuleReference(parent) ||
    typescript.isModuleDeclaration(parent)
  )
}

/** Whether a node is the name of an import or of an option. */
const isNamed = (typescript: TypeScript, node: ts.Node): node is ts.Identifier =>
  typescript.isIdentifier(node) &&
  (typescript.isImportSpecifier(node.parent) ||
    typescript.isPropertyAssignment(node.parent) ||
    typescript.isShorthandPropertyAssignment(node.parent))

const readCallee = (call: ts.CallExpression): string => call.expression.getText()

const apply = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end), text)
