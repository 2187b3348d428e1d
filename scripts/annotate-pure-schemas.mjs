// A Vite plugin that marks the top-level calls in src/shared as pure. A bundler must assume that a top-level call has
// side effects, so without the annotation it keeps every unused schema, and with them all of zod. The modules
// themselves have none either: importing one function must not load the schemas beside it.
import { parseSync } from 'vite'

export function annotatePureSchemas() {
  return {
    name: 'annotate-pure-schemas',
    enforce: /** @type {const} */ ('pre'),
    transform: {
      filter: { id: /\/src\/shared\/[\w/-]+\.ts$/ },
      /** @param {string} code @param {string} id */
      handler: (code, id) => ({ code: withPureCalls(code, id), map: null, moduleSideEffects: false }),
    },
  }
}

/** Wraps the call of every top-level `const name = call()` in a function call annotated as pure. */
function withPureCalls(code, file) {
  const declarations = parseSync(file, code).program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
  })
  const values = declarations.map(({ init }) => (init?.type === 'TSAsExpression' ? init.expression : init))
  const calls = values.filter((value) => value?.type === 'CallExpression')
  // Replace from the end so that earlier offsets stay valid.
  return calls.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
    code,
  )
}
