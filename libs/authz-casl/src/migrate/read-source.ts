import type ts from 'typescript'
import { findInexact } from './operators.ts'
import { findOption } from './options.ts'
import { findOrdered } from './order.ts'
import { draftPolicy } from './policy/draft-policy.ts'
import type { PolicyRule } from './policy/policy-rule.ts'
import { findRules } from './rules.ts'
import type { Leftover, Source } from './source.ts'
import type { TypeScript } from './typescript.ts'

/** What a file says about rules. */
export interface RulesOfSource {
  /** The operators that `filterOf` refuses, and the files that nobody can read. */
  readonly left: readonly Leftover[]
  /** The rules whose order counts. */
  readonly ordered: readonly Leftover[]
  /** The rules that a policy expresses exactly. */
  readonly written: readonly PolicyRule[]
  /** The rules that a person must write. */
  readonly unwritten: readonly Leftover[]
}

/** Reads the rules of CASL in a file. `home` is the path of another file, whose rules are in the policy. */
export function readSource(typescript: TypeScript, source: Source, home?: string): RulesOfSource {
  try {
    if (hasSyntaxErrors(typescript, source)) return leave(source, 'TypeScript cannot read this file')
    return readRules(typescript, source, home)
  } catch (error) {
    if (error instanceof RangeError)
      return leave(
        source,
        'this file is too deep to read; move the rules to a file without the deep expression',
      )
    throw error
  }
}

const leave = ({ path }: Source, message: string): RulesOfSource => ({
  left: [{ path, line: 1, column: 1, message }],
  ordered: [],
  written: [],
  unwritten: [],
})

function readRules(typescript: TypeScript, { path, text }: Source, home: string | undefined): RulesOfSource {
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
  const place = (node: ts.Node, message: string): Leftover => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
    return { path, line: line + 1, column: character + 1, message }
  }
  const rules = findRules(typescript, file)
  const ordered = findOrdered(typescript, rules, ({ node }) => place(node, '').line)
  const { written, unwritten } = draftPolicy(typescript, rules, {
    ordered,
    home,
    option: findOption(typescript, file),
  })
  return {
    left: findInexact(typescript, file, rules).map(({ node, message }) => place(node, message)),
    ordered: ordered.map(({ rule, message }) => place(rule.node, message)),
    written,
    unwritten: unwritten.map(({ node, message }) => place(node, message)),
  }
}

const hasSyntaxErrors = (typescript: TypeScript, { path, text }: Source): boolean =>
  typescript
    .transpileModule(text, {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { allowJs: true, jsx: typescript.JsxEmit.Preserve },
    })
    .diagnostics?.some(({ category }) => category === typescript.DiagnosticCategory.Error) ?? false
