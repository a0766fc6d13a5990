package site

import "strings"

// elements are the allowed elements: shapes, texts, paints and filters. Left out is what runs (script, animations),
// what embeds another document (foreignObject, image, iframe), and what links elsewhere.
var elements = listed(`
	svg g defs symbol use switch title desc style a
	path rect circle ellipse line polyline polygon text tspan textPath
	linearGradient radialGradient stop pattern clipPath mask marker
	filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
	feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
	feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

// texts are the elements whose text is shown or read out.
var texts = listed(`title desc text tspan textPath a`)

// attributes are the allowed attributes.
var attributes = listed(`
	id class style lang href version viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
	transform preserveAspectRatio pathLength overflow display visibility opacity color cursor
	fill fill-opacity fill-rule clip-path clip-rule clipPathUnits mask mask-type maskUnits maskContentUnits
	stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
	stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod
	patternUnits patternContentUnits patternTransform paint-order vector-effect shape-rendering text-rendering
	image-rendering color-interpolation color-interpolation-filters mix-blend-mode isolation
	marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX refY
	font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
	text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction
	dx dy rotate textLength lengthAdjust startOffset method spacing side
	filter filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent
	operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha
	surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength lighting-color azimuth elevation z
	pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector yChannelSelector stdDeviation radius
	flood-color flood-opacity baseFrequency numOctaves seed stitchTiles enable-background
	role aria-label aria-hidden requiredFeatures systemLanguage`)

func listed(names string) map[string]bool {
	list := map[string]bool{}
	for _, name := range strings.Fields(names) {
		list[name] = true
	}
	return list
}
