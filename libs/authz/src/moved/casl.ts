import { refuse } from './moved.ts'

/** @deprecated Import filterOf and Inexact from @content-service/authz-casl, and all other names from @casl/ability. */
const moved = refuse(
  '@content-service/authz/casl is a package now: npm install @content-service/authz-casl @casl/ability, and import filterOf and Inexact from the first and all other names from the second.',
)

// All names, because Node refuses an import of a name that is missing before it runs this module.
export {
  moved as Ability,
  moved as AbilityBuilder,
  moved as AccessibleFields,
  moved as ForbiddenError,
  moved as Inexact,
  moved as InvalidRule,
  moved as buildMongoQueryMatcher,
  moved as createAliasResolver,
  moved as createMongoAbility,
  moved as defineAbility,
  moved as detectSubjectType,
  moved as fieldPatternMatcher,
  moved as filterOf,
  moved as mongoQueryMatcher,
  moved as packRules,
  moved as permittedFieldsOf,
  moved as rulesToAST,
  moved as rulesToCondition,
  moved as rulesToFields,
  moved as subject,
  moved as unpackRules,
  moved as wrapArray,
}
