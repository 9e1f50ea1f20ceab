export { attrs } from './conditions/attrs.ts'
export type { AttributesOf } from './conditions/attrs.ts'
export { subject, where } from './conditions/attribute.ts'
export type { Attribute, Attributes, References, ReferenceTo, Text } from './conditions/attribute-types.ts'
export { and, not, or } from './conditions/condition.ts'
export { textFunction } from './conditions/text-function.ts'
export type { TextFunction } from './conditions/text-function.ts'
export type {
  Comparison,
  Condition,
  Followed,
  Nested,
  Operand,
  Reference,
  Scalar,
  Sibling,
} from './conditions/condition.ts'
export type { Decision, DeterminingRule, Obligation, Reason } from './decisions/decision.ts'
export { definePolicy } from './policy/define.ts'
export type { FieldRules, PermissionsOf, PolicyConfig, RuleBuilder } from './policy/define.ts'
export type { PolicyDocument, RoleDocument, RuleDocument } from './policy/document.ts'
export { AccessDenied, InvalidPolicy } from './errors.ts'
export type { Problem } from './errors.ts'
export { holds } from './conditions/evaluate.ts'
export { matcher } from './decisions/filter.ts'
export type { FieldAccess, Filter } from './decisions/filter.ts'
export type { Kind, Kinds, KindsByName } from './conditions/kind.ts'
export type { AuditEvent, AuditHook } from './decisions/audit.ts'
export type {
  Abilities,
  Ability,
  DefinedPolicy,
  PermissionOf,
  Permissions,
  Policy,
  PolicyData,
} from './policy/policy.ts'
export type { Subject } from './decisions/subject.ts'
