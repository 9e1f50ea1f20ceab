import { refuse } from './moved.ts'

/** @deprecated Install @content-service/authz-casl, and import from its entry /prisma. */
const moved = refuse(
  '@content-service/authz/casl/prisma is a package now: npm install @content-service/authz-casl, and import from @content-service/authz-casl/prisma.',
)

export {
  moved as ParsingQueryError,
  moved as accessibleBy,
  moved as createCaslExtension,
  moved as createPrismaAbility,
  moved as prismaQuery,
}
