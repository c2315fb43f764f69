declare global {
  /** Called by Lit as it begins, with its class of templates. */
  var litHtmlPolyfillSupport: ((template: { createElement(html: string): HTMLTemplateElement }) => void) | undefined;
}

/**
 * In a page that is served as XHTML, `innerHTML` takes only XML, and Lit's templates are HTML. There, they are read in a document
 * of their own: the text of a template, in which no value stands. This module is evaluated before Lit.
 */
if (globalThis.document?.contentType.endsWith('xml'))
  globalThis.litHtmlPolyfillSupport = (template) => {
    template.createElement = (html) => {
      const element = document.implementation.createHTMLDocument().createElement('template');
      element.innerHTML = html;
      return element;
    };
  };

export {};
