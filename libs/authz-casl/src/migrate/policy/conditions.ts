import type ts from 'typescript'
import type { TypeScript } from '../typescript.ts'
import { readList, readOperand, writeAttribute } from './operands.ts'
import { Unwritten, type WrittenCondition } from './policy-rule.ts'

/** The object that a condition is about: the row, or an item of a list. */
interface Place {
  readonly typescript: TypeScript
  readonly user: string | undefined
  /** The name of the object in the code. */
  readonly of: string
  /** Its attributes begin with this text: `items[].`. */
  readonly prefix: string
  readonly attributes: Set<string>
  readonly ofCaller: Set<string>
}

/** The condition of a policy for the conditions of a rule in the source. */
export function writeConditions(
  typescript: TypeScript,
  node: ts.Expression,
  user: string | undefined,
): WrittenCondition | null {
  const [attributes, ofCaller] = [new Set<string>(), new Set<string>()]
  const code = writeQuery(node, { typescript, user, of: 'a', prefix: '', attributes, ofCaller })
  return code === '' ? null : { code, attributes: [...attributes], ofCaller: [...ofCaller] }
}

const join = (parts: readonly string[]): string =>
  parts.length > 1 ? `and(${parts.join(', ')})` : (parts[0] ?? '')

const writeQuery = (node: ts.Expression, place: Place): string =>
  join(readMembers(node, place).map(([name, value]) => writeField(name, value, place)))

function readMembers(
  node: ts.Expression,
  { typescript }: Place,
): readonly (readonly [string, ts.Expression])[] {
  if (!typescript.isObjectLiteralExpression(node)) throw new Unwritten(node, 'its conditions are no literal')
  const names = new Set<string>()
  return node.properties.map((member) => {
    if (
      !typescript.isPropertyAssignment(member) ||
      !(typescript.isIdentifier(member.name) || typescript.isStringLiteralLike(member.name))
    )
      throw new Unwritten(member, 'its conditions are no literal')
    const { text } = member.name
    // JavaScript takes the last of them.
    if (names.has(text)) throw new Unwritten(member, `its conditions name "${text}" twice`)
    names.add(text)
    return [text, member.initializer]
  })
}

function writeField(field: string, value: ts.Expression, place: Place): string {
  if (field.startsWith('$')) throw new Unwritten(value, `CASL reads ${field} with a matcher of your own only`)
  if (!place.typescript.isObjectLiteralExpression(value)) return writeOperator('$eq', field, value, place)
  const members = readMembers(value, place)
  if (members.length === 0) throw new Unwritten(value, 'it compares with an object')
  return join(members.map(([operator, operand]) => writeOperator(operator, field, operand, place)))
}

const ORDERS = ['$lt', '$lte', '$gt', '$gte']

function writeOperator(operator: string, field: string, value: ts.Expression, place: Place): string {
  const names = field.split('.')
  const attribute = writeAttribute(value, place.of, names)
  const note = (suffix = '') => place.attributes.add(`${place.prefix}${field}${suffix}`)
  if (operator === '$elemMatch') return writeItems(attribute, field, value, place)
  if (operator === '$all') {
    note('[]')
    return join(readList(place.typescript, value).map(({ code }) => `${attribute}.contains(${code})`))
  }
  note()
  if (operator === '$eq') return writeEqual(attribute, value, place)
  if (operator === '$ne') return writeUnequal(attribute, value, place)
  if (operator === '$in') return writeMembership(attribute, value, place)
  if (operator === '$nin') return `not(${writeMembership(attribute, value, place)})`
  if (ORDERS.includes(operator) && names.length === 1) return writeOrder(operator, attribute, value, place)
  throw new Unwritten(value, `no condition expresses ${operator} of "${field}" exactly`)
}

function writeItems(attribute: string, field: string, value: ts.Expression, place: Place): string {
  const of = place.of === 'a' ? 'item' : `${place.of}Item`
  const inner = writeQuery(value, { ...place, of, prefix: `${place.prefix}${field}[].` })
  if (inner === '') throw new Unwritten(value, 'its items have no condition')
  return `${attribute}.some((${of}) => ${inner})`
}

function readOne(value: ts.Expression, { typescript, user, ofCaller }: Place) {
  const operand = readOperand(typescript, value, user)
  if (operand.kind === 'caller') ofCaller.add(operand.code.slice(2))
  return operand
}

function writeEqual(attribute: string, value: ts.Expression, place: Place): string {
  const { code, kind } = readOne(value, place)
  return kind === 'null' ? `${attribute}.isNull()` : `${attribute}.eq(${code})`
}

function writeUnequal(attribute: string, value: ts.Expression, place: Place): string {
  const { code, kind } = readOne(value, place)
  // Through an object that is null, `ne` is false, and CASL says yes.
  return kind === 'null' ? `not(${attribute}.isNull())` : `not(${attribute}.eq(${code}))`
}

function writeMembership(attribute: string, value: ts.Expression, place: Place): string {
  const isList = place.typescript.isArrayLiteralExpression(value)
  const code = isList
    ? `[${readList(place.typescript, value)
        .map((each) => each.code)
        .join(', ')}]`
    : readOne(value, place).code
  if (!isList && !code.startsWith('s.')) throw new Unwritten(value, 'its list is no literal')
  return `${attribute}.in(${code})`
}

/** CASL puts null at the place of zero. */
function writeOrder(operator: string, attribute: string, value: ts.Expression, place: Place): string {
  const { code, kind, isNegative } = readOne(value, place)
  if (kind !== 'number')
    throw new Unwritten(value, `only numbers have the same order everywhere, not ${code}`)
  const compared = `${attribute}.${operator.slice(1)}(${code})`
  return operator.startsWith('$l') !== isNegative ? `or(${attribute}.isNull(), ${compared})` : compared
}
