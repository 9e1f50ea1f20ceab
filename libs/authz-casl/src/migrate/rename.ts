import type ts from 'typescript'
import type { TypeScript } from './typescript.ts'

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The base class PureAbility of CASL 6 is Ability in CASL 7 and here. */
const OLD = 'PureAbility'
const NEW = 'Ability'
const ALIASED = `${NEW} as ${OLD}`

/** What an identifier with the old name is. */
type Place =
  /** The name in a module of CASL: `casl.PureAbility`, `PureAbility as Base`. */
  | 'name'
  /** `export { PureAbility } from` CASL. */
  | 'exported'
  /** `const { PureAbility } =` a module of CASL. */
  | 'destructured'
  /** `import { PureAbility } from` CASL: the uses are of this import. */
  | 'local'
  | 'use'
  /** A use in `{ PureAbility }`. */
  | 'shorthand'
  /** A member of something else. */
  | 'member'
  /** Another declaration. */
  | 'other'

/** Renames PureAbility where a file takes it from CASL. `isCasl` knows the names of its modules. */
export function renameAbility(
  typescript: TypeScript,
  file: ts.SourceFile,
  isCasl: (module: string) => boolean,
): readonly Edit[] {
  const found = findIdentifiers(typescript, file, OLD)
  const namespaces = findNamespaces(typescript, file, isCasl)
  const places = found.map((node) => ({ node, place: findPlace(typescript, node, { isCasl, namespaces }) }))
  const isImported = places.some(({ place }) => place === 'local')
  // With another Ability in the file, or another PureAbility, the uses keep their name.
  const isFree =
    findIdentifiers(typescript, file, NEW).length === 0 && !places.some(({ place }) => place === 'other')
  const texts: Readonly<Partial<Record<Place, string>>> = {
    name: NEW,
    exported: ALIASED,
    destructured: `${NEW}: ${OLD}`,
    local: isFree ? NEW : ALIASED,
    ...(isImported && isFree && { use: NEW, shorthand: `${OLD}: ${NEW}` }),
  }
  return places.flatMap(({ node, place }) => {
    // `export { PureAbility }` of an import keeps the name that others import.
    const isReExport = typescript.isExportSpecifier(node.parent) && place === 'use'
    const text = isReExport && isImported && isFree ? ALIASED : texts[place]
    return text === undefined ? [] : [{ start: node.getStart(file), end: node.end, text }]
  })
}

function findIdentifiers(
  typescript: TypeScript,
  file: ts.SourceFile,
  name: string,
): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (node: ts.Node): void => {
    if (typescript.isIdentifier(node) && node.text === name) found.push(node)
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return found
}

interface Casl {
  readonly isCasl: (module: string) => boolean
  /** The names of imports of a whole module. */
  readonly namespaces: ReadonlySet<string>
}

function findNamespaces(
  typescript: TypeScript,
  file: ts.SourceFile,
  isCasl: Casl['isCasl'],
): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isModule = 'name' in node && loads(typescript, node, isCasl)
    if (isModule && typescript.isIdentifier(node.name as ts.Node))
      names.add((node.name as ts.Identifier).text)
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** Whether a declaration has a whole module of CASL: `* as casl`, `casl = require(…)`, `const casl = await import(…)`. */
function loads(typescript: TypeScript, node: ts.Node, isCasl: Casl['isCasl']): boolean {
  if (typescript.isNamespaceImport(node))
    return isFrom(typescript, node.parent.parent.moduleSpecifier, isCasl)
  if (typescript.isImportEqualsDeclaration(node)) {
    const { moduleReference } = node
    return (
      typescript.isExternalModuleReference(moduleReference) &&
      isFrom(typescript, moduleReference.expression, isCasl)
    )
  }
  if (!typescript.isVariableDeclaration(node) || !node.initializer) return false
  const { initializer } = node
  const call = typescript.isAwaitExpression(initializer) ? initializer.expression : initializer
  return typescript.isCallExpression(call) && isFrom(typescript, call.arguments[0], isCasl)
}

const isFrom = (typescript: TypeScript, node: ts.Node | undefined, isCasl: Casl['isCasl']): boolean =>
  node !== undefined && typescript.isStringLiteralLike(node) && isCasl(node.text)

function findPlace(typescript: TypeScript, node: ts.Identifier, casl: Casl): Place {
  const { parent } = node
  if (typescript.isImportSpecifier(parent)) return findImport(typescript, node, parent, casl)
  if (typescript.isExportSpecifier(parent)) {
    if (parent.propertyName && parent.propertyName !== node) return 'member'
    const from = parent.parent.parent.moduleSpecifier
    if (from && !isFrom(typescript, from, casl.isCasl)) return 'member'
    if (parent.propertyName) return from ? 'name' : 'use'
    return from ? 'exported' : 'use'
  }
  if (typescript.isPropertyAccessExpression(parent) && parent.name === node)
    return casl.namespaces.has(parent.expression.getText()) ? 'name' : 'member'
  if (typescript.isQualifiedName(parent) && parent.right === node)
    return casl.namespaces.has(parent.left.getText()) ? 'name' : 'member'
  if (typescript.isImportTypeNode(parent))
    return typescript.isLiteralTypeNode(parent.argument) &&
      isFrom(typescript, parent.argument.literal, casl.isCasl)
      ? 'name'
      : 'member'
  if (typescript.isBindingElement(parent)) return findBinding(typescript, node, parent, casl)
  if (typescript.isShorthandPropertyAssignment(parent)) return 'shorthand'
  return findDeclared(typescript, node)
}

function findImport(
  typescript: TypeScript,
  node: ts.Identifier,
  parent: ts.ImportSpecifier,
  { isCasl }: Casl,
): Place {
  const isOurs = isFrom(typescript, parent.parent.parent.parent.moduleSpecifier, isCasl)
  if (parent.propertyName && parent.propertyName !== node) return 'other'
  if (!isOurs) return parent.propertyName ? 'member' : 'other'
  return parent.propertyName ? 'name' : 'local'
}

function findBinding(
  typescript: TypeScript,
  node: ts.Identifier,
  parent: ts.BindingElement,
  { isCasl }: Casl,
): Place {
  const isOurs = loads(typescript, parent.parent.parent, isCasl)
  if (parent.propertyName === node) return isOurs ? 'name' : 'member'
  if (parent.initializer === node) return 'use'
  return isOurs && !parent.propertyName ? 'destructured' : 'other'
}

/** A name of a member, another declaration of this name, or a use. */
function findDeclared(typescript: TypeScript, node: ts.Identifier): Place {
  const { parent } = node
  if (!('name' in parent) || parent.name !== node) return 'use'
  const isMember =
    typescript.isClassElement(parent) ||
    typescript.isTypeElement(parent) ||
    typescript.isObjectLiteralElementLike(parent) ||
    typescript.isEnumMember(parent) ||
    typescript.isJsxAttribute(parent)
  return isMember ? 'member' : 'other'
}
