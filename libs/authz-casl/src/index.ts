export { Ability } from './ability/ability.ts'
export type {
  AbilityClass,
  AbilityOptions,
  AbilityOptionsOf,
  AnyAbility,
  CreateAbility,
} from './ability/ability.ts'
export { AbilityBuilder, defineAbility } from './ability/ability-builder.ts'
export { createAliasResolver } from './ability/aliases.ts'
export type { Ast } from './ast.ts'
export type { ConditionsFor, ConditionsRule, ForSubjects } from './conditions-for.ts'
export { Inexact, InvalidRule } from './errors.ts'
export { fieldPatternMatcher } from './field-patterns.ts'
export { filterOf } from './filter-of.ts'
export { ForbiddenError } from './ability/forbidden-error.ts'
export type { GetErrorMessage } from './ability/forbidden-error.ts'
export { createMongoAbility } from './ability/mongo-ability.ts'
export type { AnyMongoAbility, MongoAbility } from './ability/mongo-ability.ts'
export { buildMongoQueryMatcher, mongoQueryMatcher } from './mongo-matcher.ts'
export type {
  MongoQuery,
  MongoQueryFieldOperators,
  MongoQueryOperators,
  MongoQueryTopLevelOperators,
} from './mongo-query.ts'
export { packRules, unpackRules } from './ability/pack-rules.ts'
export type { PackRule, PackSubjectType, UnpackSubjectType } from './ability/pack-rules.ts'
export { AccessibleFields, permittedFieldsOf } from './ability/permitted-fields.ts'
export type {
  GetRuleFields,
  GetSubjectTypeAllFieldsExtractor,
  PermittedFieldsOptions,
} from './ability/permitted-fields.ts'
export type { ClaimRawRule, RawRule, RawRuleFrom, SubjectRawRule } from './raw-rule.ts'
export type { Rule, RuleOptions } from './rule.ts'
export type { EventHandler, Generics, RawRuleOf, RuleOf, Unsubscribe, UpdateEvent } from './rule-index.ts'
export { rulesToAST, rulesToCondition } from './rules-to-condition.ts'
export type { RuleToQueryConverter } from './rules-to-condition.ts'
export { rulesToFields } from './rules-to-fields.ts'
export { detectSubjectType, subject, wrapArray } from './subjects.ts'
export type {
  Abilities,
  AbilityParameters,
  AbilityTuple,
  CanParameters,
  ConditionsMatcher,
  ExtractSubjectType,
  FieldMatcher,
  ForcedSubject,
  IfString,
  InferSubjects,
  MatchConditions,
  MatchField,
  Normalize,
  Subject,
  SubjectClass,
  SubjectType,
} from './types.ts'
