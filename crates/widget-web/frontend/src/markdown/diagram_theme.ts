/** The configuration of Mermaid, with the colours of the page. */

/** Settings that a diagram may not change: they say how the page looks, or what is safe. */
const SECURE = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "maxEdges",
  "suppressErrorRendering",
  "htmlLabels",
  "flowchart",
  "fontFamily",
  "altFontFamily",
  "themeCSS",
  "theme",
  "themeVariables",
  "dompurifyConfig",
];

export function configuration(element: Element, isDark: boolean): object {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--widget-${name}`).trim();
  const colours = {
    background: read("bg"),
    text: read("text"),
    muted: read("muted"),
    surface: read("surface"),
    line: read("line-strong"),
  };
  return {
    startOnLoad: false,
    securityLevel: "strict",
    secure: SECURE,
    suppressErrorRendering: true,
    // Labels of HTML need a part of SVG that pictures of the page cannot show.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    deterministicIds: true,
    fontFamily: style.fontFamily,
    theme: "base",
    themeVariables: variables(colours, isDark),
  };
}

interface Colours {
  background: string;
  text: string;
  muted: string;
  surface: string;
  line: string;
}

function variables({ background, text, muted, surface, line }: Colours, isDark: boolean): object {
  const soft = isDark ? ["#23365c", "#1f4436", "#4a3a1c"] : ["#e3ebfd", "#dff3e7", "#fbf0d9"];
  return {
    darkMode: isDark,
    background,
    primaryColor: soft[0],
    secondaryColor: soft[1],
    tertiaryColor: soft[2],
    primaryTextColor: text,
    secondaryTextColor: text,
    tertiaryTextColor: text,
    textColor: text,
    titleColor: text,
    primaryBorderColor: isDark ? "#5b7fc7" : "#7d9ce8",
    secondaryBorderColor: isDark ? "#4d9a72" : "#6fb98f",
    tertiaryBorderColor: isDark ? "#b18a3e" : "#d0a862",
    lineColor: line,
    clusterBkg: surface,
    clusterBorder: line,
    edgeLabelBackground: surface,
    noteBkgColor: soft[2],
    noteTextColor: text,
    noteBorderColor: line,
    actorLineColor: line,
    signalColor: text,
    signalTextColor: text,
    labelTextColor: text,
    loopTextColor: text,
    sectionBkgColor: surface,
    altSectionBkgColor: background,
    gridColor: line,
    taskTextColor: text,
    taskTextOutsideColor: text,
    taskTextDarkColor: text,
    taskTextLightColor: text,
    pieTitleTextColor: text,
    pieSectionTextColor: text,
    pieLegendTextColor: text,
    pieStrokeColor: background,
    pieOuterStrokeColor: muted,
    fontSize: "15px",
  };
}
