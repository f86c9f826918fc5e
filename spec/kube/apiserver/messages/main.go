// Writes src/apiserver/generated/messages.ts: the fields of the stable built-in kinds on the wire, from the struct tags
// of k8s.io/api.
//
//	cd spec/kube/apiserver && go run ./messages > ../../../src/apiserver/generated/messages.ts
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
)

// Types with their own form in JSON.
var special = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():          "time",
	reflect.TypeFor[metav1.MicroTime]():     "microTime",
	reflect.TypeFor[metav1.FieldsV1]():      "json",
	reflect.TypeFor[runtime.RawExtension](): "json",
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[intstr.IntOrString]():   "intOrString",
	reflect.TypeFor[[]byte]():               "bytes",
}

var messages = map[string][]string{}

func main() {
	kinds := map[string]string{}
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		if gvk.Version == "__internal" || strings.Contains(gvk.Version, "alpha") || strings.Contains(gvk.Version, "beta") {
			continue
		}
		isMeta := strings.HasSuffix(t.PkgPath(), "/meta/v1")
		if strings.HasSuffix(gvk.Kind, "List") || (isMeta && gvk.Kind != "DeleteOptions") {
			continue
		}
		name := strings.TrimPrefix(gvk.GroupVersion().String()+"/"+gvk.Kind, "/")
		if isMeta {
			name = gvk.Kind
		}
		kinds[name] = message(t)
	}
	fmt.Println("// Written by spec/kube/apiserver/messages. Do not edit.")
	fmt.Println()
	fmt.Println("/** The message of each kind, by `apiVersion/kind`. */")
	fmt.Println("export const kinds: Readonly<Record<string, string>> = {")
	for _, name := range sorted(kinds) {
		fmt.Printf("  %q: %q,\n", name, kinds[name])
	}
	fmt.Println("};")
	fmt.Println()
	fmt.Println("/** The fields of each message: number, type and name in JSON; a dot for one whose members stand in its place. */")
	fmt.Println("export const messages: Readonly<Record<string, string>> = {")
	for _, name := range sorted(messages) {
		fmt.Printf("  %q: %q,\n", name, strings.Join(messages[name], ","))
	}
	fmt.Println("};")
}

// Returns the name of a message. The first call for a message describes it.
func message(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	name := strings.Join(parts[len(parts)-2:], "/") + "." + t.Name()
	if _, known := messages[name]; known {
		return name
	}
	messages[name] = nil
	fields := []string{}
	for field := range t.Fields() {
		if field.Tag.Get("protobuf") == "" {
			continue // a field of the type meta, which the envelope contains
		}
		number := strings.Split(field.Tag.Get("protobuf"), ",")[1]
		json, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		kind := typeOf(field.Type)
		if field.Type.Kind() != reflect.Pointer && strings.Contains(options, "omit") {
			kind += "?"
		}
		if strings.Contains(options, "inline") {
			json = "."
		}
		fields = append(fields, number+" "+kind+" "+json)
	}
	messages[name] = fields
	return name
}

func typeOf(t reflect.Type) string {
	if name, found := special[t]; found {
		return name
	}
	if t.Kind() == reflect.Slice {
		if _, found := reflect.PointerTo(t).MethodByName("Unmarshal"); found {
			return "items" // a message whose JSON is its list
		}
		return "[" + typeOf(t.Elem())
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem())
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic(t.String())
		}
		return "{" + typeOf(t.Elem())
	case reflect.Struct:
		return message(t)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64:
		return "int"
	}
	fmt.Fprintln(os.Stderr, "unknown:", t)
	os.Exit(1)
	return ""
}

func sorted[V any](all map[string]V) []string {
	names := []string{}
	for name := range all {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
