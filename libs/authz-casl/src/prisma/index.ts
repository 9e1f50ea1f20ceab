export { createPrismaAbility } from './ability.ts'
export type { PrismaAbility } from './ability.ts'
export { accessibleBy } from './accessible-by.ts'
export type { AccessibleRecords } from './accessible-by.ts'
export { createCaslExtension } from './extension.ts'
export { ParsingQueryError } from './instructions.ts'
export { prismaQuery } from './query.ts'
export type {
  ExtractModelName,
  Model,
  PrismaModel,
  PrismaQuery,
  PrismaQueryFactory,
  PrismaQueryOf,
  PrismaTypeMap,
  PrismaTypes,
  Register,
  Subjects,
  WhereInput,
  WhereInputOf,
} from './types.ts'
