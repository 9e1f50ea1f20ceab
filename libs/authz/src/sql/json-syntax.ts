import { BOOLEAN, NUMBER, TEXT } from '../engine/conditions/value.ts'
import { type Pieces, type Sides, json, jsonList, listed } from './form.ts'
import { NUMBERS, castToBytes, valueSides } from './mysql.ts'
import { typed } from './postgresql.ts'
import { LARGEST, castToDouble } from './postgresql-numbers.ts'
import { bind } from './sqlite.ts'

/** The types of JSON values. */
export type JsonType = 'null' | 'object' | 'array' | 'string' | 'boolean' | 'number'

/** How a database reads JSON. A value is absent if its SQL is null. */
export interface JsonSyntax {
  /** The value of a column. SQL's null is JSON's null, as drivers return both. */
  readonly root: (column: Pieces) => Pieces
  /** The value of an attribute of an object. Absent if the value is no object. */
  readonly member: (value: Pieces, name: string) => Pieces
  readonly isOfType: (value: Pieces, type: JsonType) => Pieces
  /** The items of an array as a table after a space, and the value of an item. The table is empty if the value is no array. */
  readonly items: (value: Pieces, alias: string) => { readonly from: Pieces; readonly item: Pieces }
  /** The sides of a comparison with values of a class. */
  readonly sides: (value: Pieces, group: number) => Pick<Sides, 'left' | 'right' | 'set'>
}

export const postgresql: JsonSyntax = {
  root: (column) => ['coalesce(', ...column, ", 'null'::jsonb)"],
  member: (value, name) => ['(', ...value, ' -> ', { value: name }, '::text)'],
  isOfType: (value, type) => ['jsonb_typeof(', ...value, `) = '${type}'`],
  items: (value, alias) => ({
    from: [
      ...[' jsonb_array_elements(case when jsonb_typeof(', ...value, ") = 'array' then "],
      ...[...value, ` else '[]'::jsonb end) ${alias}(value)`],
    ],
    item: [`${alias}.value`],
  }),
  sides: (value, group) => {
    if (group === NUMBER) return typed(castToDouble(value), 'float8')
    const right = (operand: unknown): Pieces => [{ value: json(operand) }, '::text::jsonb']
    const all = (operands: readonly unknown[]): Pieces => [
      { value: operands.map(json) },
      '::text[]::jsonb[])',
    ]
    const set: Sides['set'] = (operands) => ({ yes: ' = any(', no: ' <> all(', values: all(operands) })
    return { left: value, right, set }
  },
}

const sqliteTypes: Readonly<Record<JsonType, string>> = {
  null: "= 'null'",
  object: "= 'object'",
  array: "= 'array'",
  string: "= 'text'",
  boolean: "in ('true', 'false')",
  number: "in ('integer', 'real')",
}

/** The path of an attribute. SQLite reads `$` and `[` at the beginning as a part of its own syntax. */
function pathTo(name: string, database: string): string {
  if (/^[^"\\$[][^"\\]*$/.test(name)) return `$."${name}"`
  throw new TypeError(`${database} cannot read the attribute "${name}" of JSON.`)
}

/** Each value is a text with JSON. */
export const sqlite: JsonSyntax = {
  root: (column) => [
    ...[
      'case when ',
      ...column,
      " is null then 'null' when typeof(",
      ...column,
      ") = 'text' and json_valid(",
    ],
    ...[...column, ') then ', ...column, ' end'],
  ],
  member: (value, name) => ['(', ...value, ' -> ', { value: pathTo(name, 'SQLite') }, ')'],
  isOfType: (value, type) => ['json_type(', ...value, `) ${sqliteTypes[type]}`],
  items: (value, alias) => ({
    from: [
      ...[' json_each(case when json_type(', ...value, ") = 'array' then ", ...value],
      ` else '[]' end) ${alias}`,
    ],
    item: ['(', ...value, ` -> ('$[' || ${alias}.key || ']'))`],
  }),
  sides: (value, group) => {
    const scalar = ['(', ...value, " ->> '$')"]
    if (group === BOOLEAN) {
      const right = (operand: unknown): Pieces => [`${Number(operand)}`]
      return { left: scalar, right, set: (operands) => listed(operands, right) }
    }
    // SQLite reads large integers exactly, and JavaScript does not.
    const left = group === TEXT ? [...scalar, ' collate binary'] : ['cast(', ...scalar, ' as real)']
    const set: Sides['set'] = (operands) => ({
      yes: ' in ',
      no: ' not in ',
      values: ['(select value from json_each(', { value: jsonList(operands) }, '))'],
    })
    return { left, right: bind, set }
  },
}

const mysqlTypes: Readonly<Record<JsonType, string>> = {
  null: "= 'NULL'",
  object: "= 'OBJECT'",
  array: "= 'ARRAY'",
  string: "= 'STRING'",
  boolean: "= 'BOOLEAN'",
  number: `in ${NUMBERS}`,
}

const castToMysqlDouble = (value: Pieces): Pieces => ['cast(json_unquote(', ...value, ') as double)']

/** A value is a text with JSON, or JSON. MySQL fails for a text that is no JSON. */
export const mysql: JsonSyntax = {
  root: (column) => [
    ...['case when ', ...column, " is null then 'null' when json_valid(", ...column],
    ...[') then ', ...column, ' end'],
  ],
  member: (value, name) => ['json_extract(', ...value, ', ', { value: pathTo(name, 'MySQL') }, ')'],
  isOfType: (value, type) => {
    const test = ['json_type(', ...value, `) ${mysqlTypes[type]}`]
    return type === 'number'
      ? ['(', ...test, ' and abs(', ...castToMysqlDouble(value), `) < ${LARGEST})`]
      : test
  },
  items: (value, alias) => ({
    from: [
      ...[' json_table(case when json_type(', ...value, ") = 'ARRAY' then ", ...value],
      ` else '[]' end, '$[*]' columns (place for ordinality)) ${alias}`,
    ],
    item: ['json_extract(', ...value, `, concat('$[', ${alias}.place - 1, ']'))`],
  }),
  sides: (value, group) => {
    const scalar = ['json_unquote(', ...value, ')']
    if (group === BOOLEAN) {
      const right = (operand: unknown): Pieces => [`'${operand === true}'`]
      return { left: scalar, right, set: (operands) => listed(operands, right) }
    }
    const ofFloats = valueSides({ group, kind: 'float', column: '' })
    return { ...ofFloats, left: group === TEXT ? castToBytes(scalar) : castToMysqlDouble(value) }
  },
}
