import type ts from 'typescript'
import { findLogical } from './operators.ts'
import { findOrdered } from './order.ts'
import { type Edit, renameAbility } from './rename.ts'
import { findRules } from './rules.ts'
import type { Leftover, Source } from './source.ts'
import type { TypeScript } from './typescript.ts'

export interface Migrated extends Source {
  /** The number of changed imports and names. */
  readonly count: number
  /** The lines that a person must change. */
  readonly left: readonly Leftover[]
  /** The rules whose order counts, which matters when they move to a policy. */
  readonly ordered: readonly Leftover[]
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
  rulesToQuery: 'rulesToQuery is rulesToCondition since CASL 7; filterOf makes filters for databases',
  buildMongoQueryMatcher: 'filterOf refuses operators of your own; $and, $or, $nor and $not need no matcher',
  conditionsMatcher: 'filterOf needs "toCondition" of a matcher of your own',
  GenericFactory: 'types of conditions that depend on the subject extend ConditionsRule',
  hkt: 'types of conditions that depend on the subject extend ConditionsRule',
  PrismaQuery: `name the types of your client with "Register"; ${GUIDE}`,
  WhereInput: `name the types of your client with "Register"; ${GUIDE}`,
}

/** The calls whose first argument is the name of a module. */
const LOADER = /^(import|require|require\.resolve|(jest|vi)\.\w+)$/

const isCasl = (module: string): boolean => Object.hasOwn(modules, module)

/** Changes the names of modules of CASL and of PureAbility, and finds the lines that a person must look at. */
export function migrateSource(typescript: TypeScript, source: Source): Migrated {
  const { path, text } = source
  if (hasSyntaxErrors(typescript, path, text)) {
    const message = 'TypeScript cannot read this file'
    return { path, text, count: 0, left: [{ path, line: 1, column: 1, message }], ordered: [] }
  }
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
  const place = (node: ts.Node, message: string): Leftover => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
    return { path, line: line + 1, column: character + 1, message }
  }
  const { edits, left } = migrateImports(typescript, file, place)
  const rules = findRules(typescript, file)
  const logical = findLogical(typescript, file, rules)
  const ordered = findOrdered(typescript, rules, ({ node }) => place(node, '').line)
  const all = [...edits, ...renameAbility(typescript, file, isCasl)]
  return {
    path,
    text: apply(text, all),
    count: all.length,
    left: withoutRepetition([...left, ...logical.map(({ node, message }) => place(node, message))]),
    ordered: ordered.map(({ rule, message }) => place(rule.node, message)),
  }
}

/** One line needs each message once. */
const withoutRepetition = (left: readonly Leftover[]): readonly Leftover[] =>
  left
    .filter(({ line, message }, i) => left.findIndex((o) => o.line === line && o.message === message) === i)
    .sort((a, b) => a.line - b.line || a.column - b.column)

/** Finds the names of modules to change, and the names that a person must look at. */
function migrateImports(
  typescript: TypeScript,
  file: ts.SourceFile,
  place: (node: ts.Node, message: string) => Leftover,
): { readonly edits: readonly Edit[]; readonly left: readonly Leftover[] } {
  const left: Leftover[] = []
  const edits: Edit[] = []
  const leave = (node: ts.Node, message: string) => left.push(place(node, message))
  const visitModule = (node: ts.StringLiteralLike) => {
    const target = isCasl(node.text) ? modules[node.text] : undefined
    if (target === undefined) return leave(node, `${node.text} has no counterpart; ${GUIDE}`)
    if (!isModuleName(typescript, node))
      return leave(node, `"${node.text}" is no import; change it if it must change`)
    // The quotes stay.
    return edits.push({ start: node.getStart(file) + 1, end: node.getEnd() - 1, text: target })
  }
  const visit = (node: ts.Node): void => {
    if (typescript.isStringLiteralLike(node) && /^@(casl|ucast)\//.test(node.text)) visitModule(node)
    const message =
      isNamed(typescript, node) && Object.hasOwn(names, node.text) ? names[node.text] : undefined
    if (message) leave(node, message)
    if (isOldAbility(typescript, node, file)) leave(node, OLD_ABILITY)
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return { edits, left }
}

const OLD_ABILITY =
  'Ability beside PureAbility is that of CASL 6, which has a matcher: write createMongoAbility, and MongoAbility for its type'

/** Ability of CASL 6, whose file also imports PureAbility. */
const isOldAbility = (typescript: TypeScript, node: ts.Node, file: ts.SourceFile): boolean =>
  typescript.isImportSpecifier(node) &&
  (node.propertyName ?? node.name).text === 'Ability' &&
  isCasl((node.parent.parent.parent.moduleSpecifier as ts.StringLiteral).text) &&
  /\bPureAbility\b/.test(file.text)

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
