package browse

import (
	"iter"
	"math"
	"slices"
	"strings"
)

// noGroup is the group of a word that names no category.
const noGroup = math.MaxUint32

// topic is how much a word says about what a product is for, and the category that it names.
type topic struct {
	weight float64
	group  uint32
}

// Topic returns the topic of a word, from the last choice for all products if it was known then.
func (l *likeness) Topic(stem string, slots iter.Seq[uint32]) (weight float64, group uint32) {
	t, known := l.s.topics[stem]
	if !known || l.found != nil {
		t = l.topic(slots)
	}
	if l.found != nil {
		l.found[strings.Clone(stem)] = t
	}
	return t.weight, t.group
}

// topic returns how much a word that these products have says about what a product is for, from 0 to 1: much if they are
// in few categories ("dubbing"), little if they are in all of them ("unleash"). It is the Kullback–Leibler divergence of
// their categories from those of all products. Some usual categories are added, so that a rare word is neither. The group
// is the category of which all products have the word.
func (l *likeness) topic(slots iter.Seq[uint32]) topic {
	clear(l.counts)
	total := 0
	for slot := range slots {
		for _, index := range l.s.membership.of(slot) {
			l.counts[index]++
			total++
		}
	}
	sum := float64(total) + topicUsual
	group := uint32(noGroup)
	var parts []float64
	rest := len(l.s.membership.indexes)
	for index, count := range l.counts {
		members := l.s.categories[index].members.count
		usual := float64(members) / float64(len(l.s.membership.indexes))
		part := (float64(count) + topicUsual*usual) / sum
		parts = append(parts, part*math.Log(part/usual))
		rest -= members
		if count >= members && members > 2 && (group == noGroup || l.s.categories[index].ID < l.s.categories[group].ID) {
			group = index
		}
	}
	slices.Sort(parts) // the sum must not depend on the order of a map
	divergence := float64(rest) / float64(max(1, len(l.s.membership.indexes))) * topicUsual / sum * math.Log(topicUsual/sum)
	for _, part := range parts {
		divergence += part
	}
	return topic{topicLeast + (1-topicLeast)*max(0, min(1, divergence/topicFull)), group}
}

// Named returns the factor on the weight of a word that names a category, in a product: it says little of one that is in
// the category.
func (l *likeness) Named(slot, group uint32) float64 {
	if group != noGroup && slices.Contains(l.s.membership.of(slot), group) {
		return topicName
	}
	return 1
}
