import ts from 'typescript'

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
}

/** Compiles a file that exists in memory alone, whose path tells where its imports begin. */
export function compileInMemory(file: string, code: string): ts.Program {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, version, ...rest) =>
    name === file
      ? ts.createSourceFile(name, code, version)
      : getSourceFile.call(host, name, version, ...rest)
  return ts.createProgram([file], options, host)
}

/** The messages of the compiler about all files. */
export const listMessages = (program: ts.Program): readonly string[] =>
  program.getSemanticDiagnostics().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
