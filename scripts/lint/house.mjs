// The project's own lint rules, loaded by .oxlintrc.json. The rules themselves are defined in layers.mjs.
import { relative, sep } from 'node:path'
import { fetchProblem, importProblem } from './layers.mjs'

const imports = {
  create(context) {
    const check = (node, specifier, typeOnly) => {
      if (typeof specifier !== 'string') return
      const message = importProblem(pathOf(context), specifier, { typeOnly })
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source.value, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.source?.value, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node, node.source.value, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source.value, false),
    }
  },
}

const fetches = {
  create(context) {
    return {
      CallExpression(node) {
        const { callee } = node
        const called =
          callee.type === 'MemberExpression' && callee.object.name === 'globalThis' ? callee.property : callee
        if (called.type !== 'Identifier' || called.name !== 'fetch' || isDeclared(context, called)) return
        const message = fetchProblem(pathOf(context))
        if (message) context.report({ node, message })
      },
    }
  },
}

/** True when `fetch` is a local declaration, such as a parameter, and not the global function. */
function isDeclared(context, identifier) {
  for (let scope = context.sourceCode.getScope(identifier); scope; scope = scope.upper) {
    if (scope.set.get(identifier.name)?.defs.length) return true
  }
  return false
}

function pathOf(context) {
  return relative(context.cwd, context.filename).split(sep).join('/')
}

export default { meta: { name: 'house' }, rules: { imports, fetches } }
