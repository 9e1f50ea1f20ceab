export { attrs, subject, where } from './attribute.ts'
export type { Attribute, Attributes, AttributesOf, References, ReferenceTo } from './attribute.ts'
export { and, not, or } from './condition.ts'
export type { Comparison, Condition, Nested, Operand, Reference, Scalar } from './condition.ts'
export type { Decision, DeterminingRule, Obligation, Reason } from './decision.ts'
export { definePolicy } from './define.ts'
export type { FieldRules, PermissionsOf, PolicyConfig, RuleBuilder } from './define.ts'
export type { PolicyDocument, RoleDocument, RuleDocument } from './document.ts'
export { AccessDenied, InvalidPolicy } from './errors.ts'
export type { Problem } from './errors.ts'
export { holds } from './evaluate.ts'
export { matcher } from './filter.ts'
export type { FieldAccess, Filter } from './filter.ts'
export type { Kind, Kinds, KindsByName } from './kind.ts'
export type { AuditEvent, AuditHook } from './audit.ts'
export type {
  Abilities,
  Ability,
  DefinedPolicy,
  PermissionOf,
  Permissions,
  Policy,
  PolicyData,
} from './policy.ts'
export type { Subject } from './subject.ts'
